@echo off
rem Starts Tidemark on Windows. UNTESTED: it has not been run on Windows.
setlocal
set "H=%~dp0.."
set "JAVA=%H%\runtime\bin\java.exe"
if not exist "%JAVA%" if defined TIDEMARK_JAVA_HOME set "JAVA=%TIDEMARK_JAVA_HOME%\bin\java.exe"
if not exist "%JAVA%" if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java.exe"
if not exist "%JAVA%" (
  echo tidemark: needs Java 25 or newer: install one and set JAVA_HOME to where it is. 1>&2
  exit /b 69
)
"%JAVA%" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx512m -XX:-UsePerfData -Xlog:disable -Xlog:all=error:stderr "-Dtidemark.home=%H%" -cp "@WINDOWS_JARS@;%H%\lib\worker\*" dev.tidemark.app.main.Main %*
exit /b %ERRORLEVEL%
