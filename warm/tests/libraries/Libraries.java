// SPDX-License-Identifier: Apache-2.0
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.ThreadContext;

/** What real libraries register in statics, threads, hooks and files. */
public class Libraries {
    private Libraries() {}

    /** A file that a hook of Log4j closes, a context, and an appender that writes from a thread of its own. */
    public static class Logs {
        private static final Logger LOGGER = LogManager.getLogger(Logs.class);

        public static void main(String[] args) {
            ThreadContext.put("run", args[0]);
            for (int i = 0; i < 100; i++) {
                LOGGER.info("message {} of {}", i, args[0]);
            }
            LOGGER.debug("not wanted");
            LOGGER.error("failed", new IllegalStateException("in " + args[0]));
            System.out.println(LOGGER.getLevel() + " " + ThreadContext.get("run"));
        }
    }

    /** Derby, whose driver registers itself; the database, in memory, is left open. */
    public static class Database {
        public static void main(String[] args) throws SQLException {
            try (Connection none = DriverManager.getConnection("jdbc:derby:memory:" + args[0])) {
                System.out.println("is there already");
            } catch (SQLException e) {
                System.out.println(e.getSQLState());
            }
            Connection connection = DriverManager.getConnection("jdbc:derby:memory:" + args[0] + ";create=true");
            try (Statement statement = connection.createStatement()) {
                statement.execute("create table t (a int, b varchar(20))");
                for (int i = 0; i < 20; i++) {
                    statement.executeUpdate("insert into t values (" + i + ", '" + args[0] + "')");
                }
                ResultSet sum = statement.executeQuery("select sum(a), min(b) from t");
                sum.next();
                System.out.println(sum.getInt(1) + " " + sum.getString(2));
            }
            for (Driver driver : Collections.list(DriverManager.getDrivers())) {
                System.out.println(driver.getClass().getName());
            }
        }
    }
}
