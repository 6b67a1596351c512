// SPDX-License-Identifier: Apache-2.0
import java.awt.image.BufferedImage;

/** An image, with or without a screen as its argument says; without one's libraries there is an error. */
public class Screen {
    public static void main(String[] args) {
        System.setProperty("java.awt.headless", args[0]);
        try {
            System.out.println(new BufferedImage(2, 2, BufferedImage.TYPE_INT_RGB).getRGB(1, 1));
        } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
            System.out.println(e);
        }
    }
}
