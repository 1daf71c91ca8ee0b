import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Names that say what became of a thing and not what it is: see 'Plain words' in `docs/contributing.md`. */
const vague = new Set(['asked', 'found', 'held', 'kept', 'known', 'one', 'said', 'wanted']);

/** How many variables and parameters in these folders have such a name, and how many elements get props by a literal. */
export function countVague(root: string, folders: string[]): { locals: number; spreads: number } {
  const count = { locals: 0, spreads: 0 };
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node))
      if (ts.isIdentifier(node.name) && vague.has(node.name.text)) count.locals++;
    if (ts.isJsxSpreadAttribute(node) && ts.isObjectLiteralExpression(node.expression)) count.spreads++;
    ts.forEachChild(node, visit);
  };
  for (const folder of folders)
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }))
      if (/\.(tsx?|mjs)$/.test(name)) {
        const file = join(root, folder, name);
        visit(ts.createSourceFile(name, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
      }
  return count;
}
