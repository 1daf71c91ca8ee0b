import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** A raw statement, or a part of one, without its quoted texts; `$` stands for what is put into it. */
export type RawSql = { file: string; text: string };

/** The raw SQL of the record's code: every tagged template in `db`. */
export function rawSqlOf(folder: string): RawSql[] {
  const found: RawSql[] = [];
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || name.startsWith('migrations')) continue;
    const file = `${folder}/${name}`;
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
    const visit = (node: ts.Node): void => {
      if (ts.isTaggedTemplateExpression(node)) found.push({ file, text: unquoted(textOf(node.template)) });
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

const textOf = (template: ts.TemplateLiteral): string =>
  ts.isNoSubstitutionTemplateLiteral(template)
    ? template.text
    : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)].join(' $ ');

const unquoted = (text: string): string => text.replace(/'[^']*'/g, "''").replace(/"[^"]*"/g, '""');

export type Tables = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Columns that raw SQL names and the tables do not have: `alias.column` where the alias is a table's in its file, or
 * in the files whose statements it is a part of; the columns of an insert; and words with an underscore that are
 * neither a table, a column, a function, nor named by the SQL itself. Not found: a name without an alias that is one
 * word or a column of another table too, and an alias that stands for a subquery elsewhere in its file; the tests that
 * run the statement find those.
 */
export function unknownColumns(statements: RawSql[], tables: Tables): string[] {
  const problems = new Set<string>();
  const everywhere = aliasesOf(statements, tables);
  const columns = new Set([...tables.values()].flatMap((names) => [...names]));
  const named = new Set(statements.flatMap(({ text }) => namesOf(text)));
  for (const file of new Set(statements.map((statement) => statement.file))) {
    const own = statements.filter((statement) => statement.file === file);
    const aliases = aliasesOf(own, tables);
    for (const { text } of own) {
      for (const [, alias, column] of text.matchAll(/(?<![\w.])([a-z]\w*)\.([a-z]\w*)/g)) {
        const of = aliases.get(alias!) ?? everywhere.get(alias!);
        if (of && !of.some((table) => table === null || tables.get(table)!.has(column!)))
          problems.add(`${file}: ${alias}.${column}`);
      }
      for (const [, table, list] of text.matchAll(/\binsert into (\w+) \(([\w\s,]+)\)/g))
        for (const column of list!.split(',').map((name) => name.trim()))
          if (tables.has(table!) && !tables.get(table!)!.has(column))
            problems.add(`${file}: ${table}.${column}`);
      for (const [word] of text.matchAll(/(?<![\w.$:])[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b(?!\s*\(|\.)/g))
        if (!columns.has(word) && !tables.has(word) && !named.has(word) && !ofPostgres.test(word))
          problems.add(`${file}: ${word}`);
    }
  }
  return [...problems].sort();
}

/** Catalogues, settings, sequences and partitions. */
const ofPostgres =
  /^(pg_|current_)|_(timeout|mem|seq|default)$|^(application_name|default_statistics_target|last_value|system_identifier)$/;

const keyword =
  '(?:as|on|where|set|left|right|join|values|order|group|limit|for|using|cross|inner|select|returning|offset|with|union|lateral|default|having)\\b';
/** A table, and its alias. */
const named = new RegExp(
  `(?:\\b(?:from|join|update|into|using|only)|,)\\s+(?!${keyword})([a-z]\\w*)(?![\\w.])(?:\\s+as)?(?:\\s+(?!${keyword})([a-z]\\w*))?`,
  'g',
);

/** Which tables each alias stands for; null: also a subquery, a function or a table of the statement itself. */
function aliasesOf(statements: RawSql[], tables: Tables): Map<string, (string | null)[]> {
  const aliases = new Map<string, (string | null)[]>();
  const add = (alias: string, table: string | null) =>
    aliases.set(alias, [...(aliases.get(alias) ?? []), table]);
  for (const { text } of statements) {
    for (const [, table, alias] of text.matchAll(named)) {
      add(table!, tables.has(table!) ? table! : null);
      if (alias) add(alias, tables.has(table!) ? table! : null);
    }
    for (const [, alias] of text.matchAll(/[)$](?:\s+with ordinality)?(?:\s+as)?\s+([a-z]\w*)/g))
      add(alias!, null);
    for (const [, alias] of text.matchAll(/\b([a-z]\w*)(?:\s*\([^)]*\))?\s+as\s+(?:materialized\s+)?\(/g))
      add(alias!, null);
  }
  return aliases;
}

/** Words that the SQL itself gives to what it computes. */
const namesOf = (text: string): string[] => [
  ...[...text.matchAll(/(?:\bas|\)(?:\s+as)?)\s+([a-z]\w*)/g)].map(([, name]) => name!),
  ...[...text.matchAll(/\b(?:with|,)\s+(?:recursive\s+)?([a-z]\w*)\s+as\b/g)].map(([, name]) => name!),
  ...[...text.matchAll(/[)\w]\s*(?:with ordinality\s+)?(?:as\s+)?\w+\s*\(([a-z_,\s]+)\)/g)].flatMap(
    ([, list]) => list!.split(',').map((name) => name.trim()),
  ),
];
