package dev.tidemark.stores.postgres.connection;

/// Database roles and their privileges, as SQL. Roles belong to the whole server, so each schema
/// has its own.
public final class Roles {
  private static final String SCRIPT =
      """

      -- Roles without login: grant them to those who log in.
      --   SCHEMA_reader  looks
      --   SCHEMA_writer  changes runs, and cannot change or remove what is recorded
      --   SCHEMA_keeper  may also prune, redact and move runs away
      do $$ begin
        if not exists (select from pg_roles where rolname = 'SCHEMA_reader') then
          create role SCHEMA_reader nologin;
        end if;
        if not exists (select from pg_roles where rolname = 'SCHEMA_writer') then
          create role SCHEMA_writer nologin;
        end if;
        if not exists (select from pg_roles where rolname = 'SCHEMA_keeper') then
          create role SCHEMA_keeper nologin;
        end if;
      end $$;
      grant SCHEMA_reader to SCHEMA_writer;
      grant SCHEMA_writer to SCHEMA_keeper;
      grant usage on schema SCHEMA to SCHEMA_reader;
      grant select on all tables in schema SCHEMA to SCHEMA_reader;
      grant insert on SCHEMA.run, SCHEMA.segment, SCHEMA.record, SCHEMA.fragment, SCHEMA.aside
        to SCHEMA_writer;
      grant update on SCHEMA.run to SCHEMA_writer;
      grant insert, update, delete on SCHEMA.kept, SCHEMA.summary, SCHEMA.cursor to SCHEMA_writer;
      grant update, delete on SCHEMA.run, SCHEMA.segment, SCHEMA.record, SCHEMA.fragment
        to SCHEMA_keeper;
      grant update on SCHEMA.aside to SCHEMA_keeper;
      """;

  private Roles() {}

  /// Returns the statements that create the roles.
  ///
  /// @param schema a name that needs no quotes
  public static String script(String schema) {
    return SCRIPT.replace("SCHEMA", schema);
  }
}
