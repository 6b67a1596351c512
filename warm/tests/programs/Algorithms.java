// SPDX-License-Identifier: Apache-2.0
import java.security.AlgorithmConstraints;
import java.security.AlgorithmParameters;
import java.security.CryptoPrimitive;
import java.security.Security;
import java.util.EnumSet;
import java.util.Set;

/** Whether certificates may be signed with MD5; with an argument after the program has allowed all algorithms. */
public class Algorithms {
    public static void main(String[] args) throws ReflectiveOperationException {
        if (args.length > 0) {
            Security.setProperty("jdk.certpath.disabledAlgorithms", "");
        }
        Class<?> constraints = Class.forName("sun.security.util.DisabledAlgorithmConstraints");
        Object ofCertificates = constraints.getMethod("certPathConstraints").invoke(null);
        System.out.println(AlgorithmConstraints.class.getMethod("permits", Set.class, String.class, AlgorithmParameters.class)
                .invoke(ofCertificates, EnumSet.of(CryptoPrimitive.SIGNATURE), "MD5withRSA", null));
    }
}
