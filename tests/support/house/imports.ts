import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

/** One import, export-from, dynamic import or type import of a source file. */
export interface Import {
  /** The importing file, from the project's folder. */
  from: string;
  line: number;
  specifier: string;
  typeOnly: boolean;
  /** What is imported by its name and stands at run time. */
  names: string[];
  /** The imported file of ours. */
  to?: string;
  /** A relative import that leads nowhere. */
  missing?: true;
  /** The imported package, without the path inside it. */
  library?: string;
}

/** Reads what the TypeScript and JavaScript files in these folders import. */
export function importsOf(root: string, folders: string[]): Import[] {
  return folders.flatMap((folder) => sourcesIn(join(root, folder))).flatMap((file) => read(root, file));
}

function sourcesIn(folder: string) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|mjs)$/.test(name) && !name.includes('node_modules'))
    .map((name) => join(folder, name));
}

function read(root: string, file: string): Import[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: Import[] = [];
  const visit = (node: ts.Node) => {
    const named = nameOf(node);
    if (named) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      const from = relative(root, file);
      found.push({ from, line, ...named, ...target(root, file, named.specifier) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function nameOf(node: ts.Node): { specifier: string; typeOnly: boolean; names: string[] } | undefined {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    return {
      specifier: node.moduleSpecifier.text,
      typeOnly: isTypeOnly(node.importClause),
      names: namesOf(node.importClause),
    };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
    return { specifier: node.moduleSpecifier.text, typeOnly: node.isTypeOnly, names: [] };
  }
  if (
    ts.isImportTypeNode(node) &&
    ts.isLiteralTypeNode(node.argument) &&
    ts.isStringLiteral(node.argument.literal)
  ) {
    return { specifier: node.argument.literal.text, typeOnly: true, names: [] };
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [argument] = node.arguments;
    if (argument && ts.isStringLiteral(argument))
      return { specifier: argument.text, typeOnly: false, names: [] };
  }
  return undefined;
}

/** `import type …`, and `import { type A, type B }`, of which nothing is left at run time either. */
function isTypeOnly(clause: ts.ImportClause | undefined) {
  if (!clause) return false;
  if (clause.isTypeOnly) return true;
  const bindings = clause.namedBindings;
  if (clause.name || !bindings || !ts.isNamedImports(bindings)) return false;
  return bindings.elements.length > 0 && bindings.elements.every((element) => element.isTypeOnly);
}

function namesOf(clause: ts.ImportClause | undefined): string[] {
  const bindings = clause?.namedBindings;
  if (!bindings || !ts.isNamedImports(bindings) || clause.isTypeOnly) return [];
  return bindings.elements
    .filter((element) => !element.isTypeOnly)
    .map((element) => (element.propertyName ?? element.name).text);
}

function target(root: string, file: string, specifier: string) {
  if (!specifier.startsWith('.')) {
    if (isBuiltin(specifier) || specifier.startsWith('virtual:')) return {};
    const parts = specifier.split('/');
    return { library: parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/') };
  }
  const path = resolve(dirname(file), specifier.replace(/\?.*$/, ''));
  const candidates = [path, `${path}.ts`, `${path}.tsx`, join(path, 'index.ts')];
  const found = candidates.find((one) => statSync(one, { throwIfNoEntry: false })?.isFile());
  // Types that Remix and Vite write while building.
  if (!found && specifier.includes('+types')) return {};
  return found ? { to: relative(root, found) } : { missing: true as const };
}
