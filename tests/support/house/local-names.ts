import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Names that say what became of a thing and not what it is: see 'Plain words' in `docs/contributing.md`. */
const vague = new Set(['asked', 'found', 'held', 'kept', 'known', 'one', 'said', 'wanted']);

/** The variables and parameters in these folders that have such a name, and the elements that get props by a literal. */
export function listVague(root: string, folders: string[]): { locals: string[]; spreads: string[] } {
  const listed: { locals: string[]; spreads: string[] } = { locals: [], spreads: [] };
  const visit = (source: ts.SourceFile, node: ts.Node): void => {
    const place = () =>
      `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    if (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node))
      if (ts.isIdentifier(node.name) && vague.has(node.name.text))
        listed.locals.push(`${place()} ${node.name.text}`);
    if (ts.isJsxSpreadAttribute(node) && ts.isObjectLiteralExpression(node.expression))
      listed.spreads.push(place());
    ts.forEachChild(node, (child) => visit(source, child));
  };
  for (const folder of folders)
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }))
      if (/\.(tsx?|mjs)$/.test(name)) {
        const file = join(folder, name);
        const text = readFileSync(join(root, file), 'utf8');
        const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
        visit(source, source);
      }
  return listed;
}
