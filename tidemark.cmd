@echo off
rem Builds Tidemark on first use and starts it. UNTESTED: it has not been run on Windows.
setlocal
set "ROOT=%~dp0"
if not exist "%ROOT%app\target\tidemark\bin\tidemark.cmd" (
  echo tidemark: first use, building ^(one to three minutes^) ... 1>&2
  call mvn -B -q -f "%ROOT%pom.xml" -P dist package -pl app -am -DskipTests -Dtidemark.archives=false 1>&2
  if errorlevel 1 exit /b 69
)
call "%ROOT%app\target\tidemark\bin\tidemark.cmd" %*
exit /b %ERRORLEVEL%
