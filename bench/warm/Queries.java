// SPDX-License-Identifier: Apache-2.0
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Ten short reporting queries over a small retail schema in the shape of TPC-DS. Its arguments are the number of the query, from 1 on, and what the rows
 * of the fact tables are multiplied by, if not 1.
 */
public class Queries {
    /** Name, rows and columns of each table; all values follow from the row's number. */
    private static final List<Table> TABLES = List.of(
            new Table("date_dim", 730, "id as d_date_sk", "2001 + id div 365 as d_year", "id % 365 div 31 + 1 as d_moy", "id % 7 as d_dow"),
            new Table("item", 2_000, "id as i_item_sk", of(3, 40, "i_brand_id"), "concat('category ', pmod(hash(id, 5), 9)) as i_category",
                    of(7, 9_000, "i_current_price")),
            new Table("customer", 5_000, "id as c_customer_sk", "concat('state ', pmod(hash(id, 11), 30)) as c_state",
                    "1930 + pmod(hash(id, 13), 70) as c_birth_year"),
            new Table("store", 12, "id as s_store_sk", "concat('store ', id) as s_store_name", of(17, 4, "s_market_id")),
            new Table("store_sales", 100_000, of(19, 730, "ss_sold_date_sk"), of(23, 2_000, "ss_item_sk"), of(29, 5_000, "ss_customer_sk"),
                    of(31, 12, "ss_store_sk"), of(37, 20, "ss_quantity"), of(41, 10_000, "ss_sales_price")),
            new Table("store_returns", 20_000, of(43, 730, "sr_returned_date_sk"), of(47, 2_000, "sr_item_sk"), of(53, 5_000, "sr_customer_sk"),
                    of(59, 8_000, "sr_return_amt")),
            new Table("web_sales", 40_000, of(61, 730, "ws_sold_date_sk"), of(67, 2_000, "ws_item_sk"), of(71, 5_000, "ws_bill_customer_sk"),
                    of(73, 10_000, "ws_sales_price")));

    private static final List<String> QUERIES = List.of(
            // Brands of one month.
            """
            select d_year, i_brand_id, sum(ss_sales_price) as revenue from store_sales join date_dim on ss_sold_date_sk = d_date_sk
            join item on ss_item_sk = i_item_sk where d_moy = 11 group by d_year, i_brand_id order by d_year, revenue desc, i_brand_id limit 20""",
            // Customers whose returns are well above the mean of their state.
            """
            with returned as (select sr_customer_sk, c_state, sum(sr_return_amt) as amount from store_returns
              join customer on sr_customer_sk = c_customer_sk group by sr_customer_sk, c_state)
            select r.sr_customer_sk, r.c_state, r.amount from returned r
            join (select c_state, avg(amount) as mean from returned group by c_state) s on r.c_state = s.c_state
            where r.amount > 2 * s.mean order by r.amount desc, r.sr_customer_sk limit 20""",
            // Days of the week of each store.
            """
            select s_store_name, sum(case when d_dow = 0 then ss_sales_price else 0 end) as sunday,
              sum(case when d_dow = 3 then ss_sales_price else 0 end) as wednesday, sum(case when d_dow = 6 then ss_sales_price else 0 end) as saturday
            from store_sales join date_dim on ss_sold_date_sk = d_date_sk join store on ss_store_sk = s_store_sk
            where d_year = 2002 group by s_store_name order by s_store_name""",
            // Items that sell above the mean price of their category.
            """
            select i_category, count(*) as items, sum(quantity) as sold from
            (select ss_item_sk, sum(ss_quantity) as quantity from store_sales group by ss_item_sk) join item i on ss_item_sk = i_item_sk
            where i_current_price > (select 1.2 * avg(j.i_current_price) from item j where j.i_category = i.i_category)
            group by i_category having count(*) > 10 order by i_category""",
            // Market and category with subtotals.
            """
            select s_market_id, i_category, sum(ss_sales_price) as revenue, count(distinct ss_customer_sk) as customers from store_sales
            join item on ss_item_sk = i_item_sk join store on ss_store_sk = s_store_sk
            group by rollup(s_market_id, i_category) order by s_market_id nulls last, i_category nulls last limit 30""",
            // The best items of each category.
            """
            select * from (select i_category, i_item_sk, revenue, rank() over (partition by i_category order by revenue desc, i_item_sk) as place from
            (select i_category, i_item_sk, sum(ss_sales_price * ss_quantity) as revenue from store_sales
             join item on ss_item_sk = i_item_sk group by i_category, i_item_sk)) where place <= 3 order by i_category, place""",
            // Both channels of each month.
            """
            select channel, d_year, d_moy, sum(price) as revenue, count(*) as sales from
            (select 'store' as channel, ss_sold_date_sk as sold, ss_sales_price as price from store_sales
             union all select 'web', ws_sold_date_sk, ws_sales_price from web_sales)
            join date_dim on sold = d_date_sk where d_moy between 4 and 6 group by channel, d_year, d_moy order by channel, d_year, d_moy""",
            // Customers who buy many pieces in stores and nothing dear in the web.
            """
            select c_state, count(*) as customers, min(c_birth_year) as oldest, max(c_birth_year) as youngest from customer
            where exists (select 1 from store_sales where ss_customer_sk = c_customer_sk and ss_quantity > 15)
            and not exists (select 1 from web_sales where ws_bill_customer_sk = c_customer_sk and ws_sales_price > 5000)
            group by c_state order by customers desc, c_state limit 15""",
            // The months of a brand against the month before.
            """
            select i_brand_id, d_year, d_moy, revenue, revenue - lag(revenue) over (partition by i_brand_id order by d_year, d_moy) as more,
              sum(revenue) over (partition by i_brand_id, d_year) as of_year from
            (select i_brand_id, d_year, d_moy, sum(ss_sales_price) as revenue from store_sales join item on ss_item_sk = i_item_sk
             join date_dim on ss_sold_date_sk = d_date_sk where i_brand_id < 5 group by i_brand_id, d_year, d_moy)
            order by i_brand_id, d_year, d_moy limit 40""",
            // What was sold in one year and returned in the next, by age of the customer.
            """
            select c_birth_year div 10 * 10 as born, count(*) as returns, sum(sr_return_amt) as amount, max(ss_sales_price) as dearest from store_sales
            join store_returns on ss_item_sk = sr_item_sk and ss_customer_sk = sr_customer_sk join customer on ss_customer_sk = c_customer_sk
            join date_dim sold on ss_sold_date_sk = sold.d_date_sk join date_dim back on sr_returned_date_sk = back.d_date_sk
            where sold.d_year <= back.d_year group by c_birth_year div 10 * 10 order by born""");

    private record Table(String name, long rows, String... columns) {
    }

    public static void main(String[] args) {
        String query = QUERIES.get(Integer.parseInt(args[0]) - 1);
        SparkSession spark = SparkSession.builder().appName("query " + args[0]).getOrCreate();
        long times = args.length > 1 ? Long.parseLong(args[1]) : 1;
        for (Table table : TABLES) {
            spark.range(table.name().endsWith("s") ? times * table.rows() : table.rows()).selectExpr(table.columns()).createOrReplaceTempView(table.name());
        }
        for (Row row : spark.sql(query).collectAsList()) {
            System.out.println(row);
        }
        spark.stop();
    }

    /** A column of numbers below the bound, spread by a hash that the salt makes its own. */
    private static String of(int salt, int bound, String name) {
        return "pmod(hash(id, " + salt + "), " + bound + ") as " + name;
    }
}
