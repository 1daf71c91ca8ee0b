import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

// One voice (docs/spanish.md): the texts of screens, messages, bot and refusals, but for those of the specification.

const spec = ['agenda-and-visits', 'scheduling-setup-reports', 'contract']
  .map((page) => readFileSync(`docs/spec/${page}.md`, 'utf8'))
  .join('\n');

/** Of usted: orders, and what is the other's. */
const formal =
  /\b(usted|verifique|ingrese|seleccion[eó]|firme|presione|intente|elija|recuerde|comun[ií]quese|recargue|escriba|revise|realice|posee|podes|por favor (espere|haga)|(verificar|tiene) su)\b|^debe [a-z]+[aei]r\b/i;
const replaced =
  /\b(reagend\w+|postergar?\b|posterg[oó]|anul(ar|ada|ó)|suspender|devolver (la|una) visita|dejar (la )?visita|iniciar sesión|inhabilitar|nuevamente|otra vez|e-?mail|mails?|tag|vacantes?|loguea\w*)\b/i;

type Said = { file: string; text: string };

/** Every text of the product that reads as Spanish or as a label: with a space, an accent or a capital. */
function listTexts(): Said[] {
  const files = execSync('git ls-files app machines workers server db', { encoding: 'utf8' })
    .split('\n')
    .filter(
      (file) =>
        /\.tsx?$/.test(file) && !/^server\/operator|^db\/(seed|schema|migrations|backup)\//.test(file),
    );
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'((?:[^'\\\n]|\\.)+)'|`((?:[^`\\]|\\.)+)`/g)]
      .map(([, quoted, template]) => quoted ?? template!)
      .filter(
        (text) => /^\p{Lu}|[áéíóúñ¿¡]/u.test(text) && !/[{}]\s*$|=>|;\s|\bselect\b|^[A-Z_]+$/.test(text),
      )
      .map((text) => ({ file, text })),
  );
}

/** Said by the specification to the letter, up to what is filled in. */
const isLiteral = ({ text }: Said): boolean => {
  const fixed = text.split('${')[0]!.trim();
  return fixed.length > 5 && spec.includes(fixed);
};

it('addresses everyone as vos, but for the texts of the specification', () => {
  const texts = listTexts();
  expect(texts.length).toBeGreaterThan(1_000);
  expect(texts.filter((said) => formal.test(said.text) && !isLiteral(said))).toEqual([]);
});

it('calls each act and each thing by the one word that docs/spanish.md chose', () => {
  expect(listTexts().filter((said) => replaced.test(said.text) && !isLiteral(said))).toEqual([]);
});

it('knows a text of another voice', () => {
  for (const text of ['Verifique su conexión', 'Debe elegir un motivo', 'No posee permisos'])
    expect(text).toMatch(formal);
  for (const text of ['Reagendar la visita', 'Dejar visita', 'Intentá nuevamente'])
    expect(text).toMatch(replaced);
});
