// SPDX-License-Identifier: Apache-2.0

import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.text.DecimalFormatSymbols;
import java.text.spi.DecimalFormatSymbolsProvider;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.Set;

/** Providers of the class path that a property switches off. */
public class Providers {
    public static void main(String[] args) {
        if (args.length > 0) {
            System.setProperty("java.locale.providers", args[0]);
        }
        try {
            System.out.println(FileSystemProvider.installedProviders().size());
        } catch (ServiceConfigurationError e) {
            System.out.println(e.getMessage());
        }
        System.out.println(String.format(Locale.GERMANY, "%,.2f", 1234567.5));
    }

    public static class Symbols extends DecimalFormatSymbolsProvider {
        @Override
        public Locale[] getAvailableLocales() {
            return new Locale[] {Locale.GERMANY};
        }

        @Override
        public DecimalFormatSymbols getInstance(Locale locale) {
            DecimalFormatSymbols own = new DecimalFormatSymbols(Locale.ROOT);
            own.setGroupingSeparator('_');
            return own;
        }
    }

    public static class Disk extends FileSystemProvider {
        public Disk() {
            if (System.getProperty("disk") == null) {
                throw new IllegalStateException("no disk");
            }
        }

        @Override
        public String getScheme() {
            return "disk";
        }

        @Override
        public FileSystem newFileSystem(URI uri, Map<String, ?> settings) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileSystem getFileSystem(URI uri) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Path getPath(URI uri) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SeekableByteChannel newByteChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) {
            throw new UnsupportedOperationException();
        }

        @Override
        public DirectoryStream<Path> newDirectoryStream(Path path, DirectoryStream.Filter<? super Path> filter) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void createDirectory(Path path, FileAttribute<?>... attributes) {}

        @Override
        public void delete(Path path) {}

        @Override
        public void copy(Path from, Path to, CopyOption... options) {}

        @Override
        public void move(Path from, Path to, CopyOption... options) {}

        @Override
        public boolean isSameFile(Path one, Path other) {
            return false;
        }

        @Override
        public boolean isHidden(Path path) {
            return false;
        }

        @Override
        public FileStore getFileStore(Path path) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void checkAccess(Path path, AccessMode... modes) {}

        @Override
        public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
            return null;
        }

        @Override
        public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options) {
            return null;
        }

        @Override
        public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) {
            return Map.of();
        }

        @Override
        public void setAttribute(Path path, String attribute, Object value, LinkOption... options) {}
    }
}
