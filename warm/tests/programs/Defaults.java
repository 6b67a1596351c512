// SPDX-License-Identifier: Apache-2.0
import java.nio.charset.Charset;
import java.text.Collator;
import java.text.DateFormat;
import java.text.DecimalFormatSymbols;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.text.SimpleDateFormat;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.time.temporal.WeekFields;
import java.util.Calendar;
import java.util.Date;
import java.util.Locale;
import java.util.Scanner;
import java.util.TimeZone;

/** What depends on the default locale, zone and character set, before and after the program changes them. */
public class Defaults {
    public static void main(String[] args) {
        show();
        Locale.setDefault(Locale.Category.FORMAT, Locale.GERMANY);
        Locale.setDefault(Locale.Category.DISPLAY, Locale.JAPAN);
        TimeZone.setDefault(TimeZone.getTimeZone("America/New_York"));
        show();
        Locale.setDefault(Locale.forLanguageTag("tr-TR"));
        System.setProperty("user.timezone", "Asia/Tokyo");
        System.setProperty("file.encoding", "US-ASCII");
        System.setProperty("user.language", "fr");
        TimeZone.setDefault(null);
        show();
    }

    private static void show() {
        Date start = new Date(0);
        LocalDate day = LocalDate.of(2025, 1, 6);
        System.out.println(Locale.getDefault() + " " + Locale.getDefault(Locale.Category.DISPLAY) + " " + Locale.getDefault(Locale.Category.FORMAT));
        System.out.println(String.format("%,.2f %tB %s", 1234.5, start, "TITLE".toLowerCase()) + " " + NumberFormat.getCurrencyInstance().format(1.5));
        System.out.println(DateFormat.getDateTimeInstance(DateFormat.FULL, DateFormat.FULL).format(start) + " " + new SimpleDateFormat().toPattern());
        System.out.println(day.format(DateTimeFormatter.ofLocalizedDate(FormatStyle.FULL)) + " " + day.format(DateTimeFormatter.ofPattern("EEEE MMMM")));
        System.out.println(TimeZone.getDefault().getID() + " " + ZoneId.systemDefault() + " " + Instant.EPOCH.atZone(ZoneId.systemDefault()) + " " + start);
        System.out.println(TimeZone.getDefault().getDisplayName() + " " + Locale.US.getDisplayCountry() + " " + Charset.defaultCharset());
        System.out.println(Calendar.getInstance().getFirstDayOfWeek() + " " + WeekFields.of(Locale.getDefault(Locale.Category.FORMAT)).getFirstDayOfWeek() + " "
                + DecimalFormatSymbols.getInstance().getDecimalSeparator() + " " + MessageFormat.format("{0,number} {1,date}", 1234.5, start));
        System.out.println(Collator.getInstance().compare("i", "\u0131") + " " + new Scanner("1").locale() + " " + NumberFormat.getInstance().getCurrency());
    }

    /** There is no security manager any more. */
    public static class Manager {
        public static void main(String[] args) throws Exception {
            System.out.println(System.class.getMethod("getSecurityManager").invoke(null));
            for (String type : new String[] {"java.lang.System setSecurityManager java.lang.SecurityManager", "java.security.Policy setPolicy java.security.Policy"}) {
                String[] words = type.split(" ");
                try {
                    Class.forName(words[0]).getMethod(words[1], Class.forName(words[2])).invoke(null, (Object) null);
                    System.out.println("set");
                } catch (java.lang.reflect.InvocationTargetException e) {
                    System.out.println(e.getCause());
                } catch (ReflectiveOperationException e) {
                    System.out.println(e);
                }
            }
        }
    }
}
