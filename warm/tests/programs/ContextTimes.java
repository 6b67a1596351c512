// SPDX-License-Identifier: Apache-2.0
import java.net.InetAddress;
import java.security.Security;

/** For how long addresses are kept, which is asked once; with an argument it is set before. Needs sun.net to be exported. */
public class ContextTimes {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            Security.setProperty("networkaddress.cache.ttl", args[0]);
            Security.setProperty("networkaddress.cache.negative.ttl", args[0]);
        }
        System.out.println(InetAddress.getByName("127.0.0.1") + " " + InetAddress.getLoopbackAddress().isLoopbackAddress());
        Class<?> policy = Class.forName("sun.net.InetAddressCachePolicy");
        System.out.println(policy.getMethod("get").invoke(null) + " " + policy.getMethod("getNegative").invoke(null));
    }
}
