// SPDX-License-Identifier: Apache-2.0
public class Nothing {
    public static void main(String[] args) {}
}
