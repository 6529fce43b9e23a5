import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

public class Crash_6855c14126c390a275a37c08c23c908d7e6de8bd {
    static final String base64Bytes = String.join("", "LS0tCiMgd3JpdHRlbiBieSBoYW5kCmNvbXBsZXFlZF9waGFzZTogJzItcGxhbicgIyBkb25lCmVjbGVhcl9yZWFzb25jb21wbGV0ZWRfYXQ6ICIxMDEzLTAyLW9tbWVuZGVkOiB0cnUKZWNsZWFyX3JlYXNvbjogaXQncyBmaW5lLgoKIyBQaGFzZSBDaGVja3BvaW50CgojIyAKIyMgTXkgT60CAABlY3Rpb24KCi0gW3hdIGtlKFBsYW4pClBsYW5uZWQuCiMjIHlLZSBPdXRjb21lcwojIyBNeSBPd24gU2VjdGlvbgoKLSByYy9gLgo=");

    public static void main(String[] args) throws Throwable {
        Crash_6855c14126c390a275a37c08c23c908d7e6de8bd.class.getClassLoader().setDefaultAssertionStatus(true);
        try {
            Method fuzzerInitialize = dev.tidemark.fuzz.Driver.class.getMethod("fuzzerInitialize");
            fuzzerInitialize.invoke(null);
        } catch (NoSuchMethodException ignored) {
            try {
                Method fuzzerInitialize = dev.tidemark.fuzz.Driver.class.getMethod("fuzzerInitialize", String[].class);
                fuzzerInitialize.invoke(null, (Object) args);
            } catch (NoSuchMethodException ignored1) {
            } catch (IllegalAccessException | InvocationTargetException e) {
                e.printStackTrace();
                System.exit(1);
            }
        } catch (IllegalAccessException | InvocationTargetException e) {
            e.printStackTrace();
            System.exit(1);
        }
        byte[] input = java.util.Base64.getDecoder().decode(base64Bytes);
        dev.tidemark.fuzz.Driver.fuzzerTestOneInput(input);
    }
}