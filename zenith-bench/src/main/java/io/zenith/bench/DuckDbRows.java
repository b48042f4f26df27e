package io.zenith.bench;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Duration;
import java.util.Properties;

/// Rows of a query of DuckDB by its JDBC driver, whose values are taken one by one. A pass is a
/// tenth of the file: it is slow.
final class DuckDbRows implements PassReader {
  private static final String DRIVER = "org.duckdb.DuckDBDriver";
  private static final int PARTS = 10;

  private final URLClassLoader classes;
  private final Connection connection;
  private final String query;

  /// @param jar the driver, which nothing else here needs: it has 80 MB
  /// @param function what reads such files
  /// @param rows how many the file has
  DuckDbRows(Path jar, String function, Path file, long rows, int threads) throws IOException {
    this.classes = new URLClassLoader(new URL[] {jar.toUri().toURL()});
    this.query =
        "select * from %s('%s') limit %d"
            .formatted(function, file.toString().replace("'", "''"), rows / PARTS);
    try {
      Driver driver =
          Class.forName(DRIVER, true, classes)
              .asSubclass(Driver.class)
              .getDeclaredConstructor()
              .newInstance();
      this.connection = driver.connect("jdbc:duckdb:", new Properties());
      try (Statement statement = connection.createStatement()) {
        statement.execute("set threads to " + threads);
      }
    } catch (ClassNotFoundException
        | NoSuchMethodException
        | InstantiationException
        | IllegalAccessException
        | InvocationTargetException
        | SQLException e) {
      throw new BenchFailure(jar + " is no driver of DuckDB: " + e);
    }
  }

  @Override
  public String title() {
    return "DuckDB, JDBC";
  }

  @Override
  public int warmUps() {
    return 1;
  }

  @Override
  public Rate read(Duration turn) throws IOException, InterruptedException {
    Rate rate = PassReader.read(turn, this::pass);
    return new Rate(rate.passesPerSecond() / PARTS, rate.cpuSeconds() * PARTS);
  }

  private void pass() {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      ResultSetMetaData columns = rows.getMetaData();
      int[] types = new int[columns.getColumnCount()];
      for (int column = 0; column < types.length; column++) {
        types[column] = columns.getColumnType(column + 1);
      }
      while (rows.next()) {
        for (int column = 0; column < types.length; column++) {
          take(rows, column + 1, types[column]);
        }
      }
    } catch (SQLException e) {
      throw new BenchFailure(query + ": " + e.getMessage());
    }
  }

  private static void take(ResultSet rows, int column, int type) throws SQLException {
    switch (type) {
      case Types.BIGINT -> Keep.alive(rows.getLong(column));
      case Types.INTEGER -> Keep.alive(rows.getInt(column));
      case Types.FLOAT, Types.REAL -> Keep.alive(rows.getFloat(column));
      case Types.DOUBLE -> Keep.alive(rows.getDouble(column));
      default -> Keep.alive(rows.getString(column));
    }
  }

  @Override
  public void close() {
    try (classes) {
      connection.close();
    } catch (IOException | SQLException e) {
      throw new BenchFailure("DuckDB: " + e.getMessage());
    }
  }
}
