import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export type FunctionLength = { file: string; name: string; lines: number };

/** The lines of each outermost function and method in these folders; what is written inside one belongs to it. */
export function functionLengths(root: string, folders: string[]): FunctionLength[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|mjs)$/.test(name) && !name.includes('node_modules'))
      .flatMap((name) => lengthsIn(root, `${folder}/${name}`)),
  );
}

function lengthsIn(root: string, file: string): FunctionLength[] {
  const text = readFileSync(join(root, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const lengths: FunctionLength[] = [];
  const visit = (node: ts.Node): void => {
    if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) {
      ts.forEachChild(node, visit);
      return;
    }
    const name = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
    const lines = lineOf(node.getEnd()) - lineOf(node.getStart()) + 1;
    lengths.push({ file, name: name?.getText() ?? '(without a name)', lines });
  };
  visit(source);
  return lengths;
}
