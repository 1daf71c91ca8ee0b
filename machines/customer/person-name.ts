/**
 * How a person's name is read, by chips, the wall and messages alike: 'Medina, Elena', 'Elena Medina', 'MEDINA Elena'. A
 * company has neither surname nor given name.
 */

/** Parts that belong to the surname after them: 'Ana de la Torre'. */
const particle = /^(?:de|del|la|las|los|da|do|di|van|von|y)$/i;
/** Which of several of one name it is. */
const suffix = /^(?:h|hijo|hija|jr|ii|iii|iv)\.?$/i;
/** A company's form, as a word of its own. */
const legalForm =
  /(?:^|[\s,])(?:s\.?\s?a\.?(?:\s?s\.?|\s?u\.?)?|s\.?\s?r\.?\s?l\.?|s\.?\s?h\.?|s\.?\s?c\.?\s?a\.?|ltda\.?|coop\.?|sociedad|hermanos|hnos\.?|(?:e|y) hijos?|y cía\.?|& .*|y asociados)(?=$|[\s,)])/iu;
/** What the name of a company or an institution begins with. */
const firstWord =
  /^(?:consorcio|edificio|edif|cooperativa|asociación|asociacion|fundación|fundacion|sindicato|club|municipalidad|comuna|escuela|colegio|instituto|jardín|universidad|hospital|clínica|clinica|sanatorio|farmacia|panadería|panaderia|ferretería|ferreteria|carnicería|carniceria|verdulería|despensa|almacén|almacen|kiosco|quiosco|maxikiosco|supermercado|autoservicio|restaurante|restaurant|hotel|hostería|estudio|taller|estación|estacion|comisaría|comisaria|juzgado|ministerio|empresa|transportes?|iglesia|parroquia|banco|librería|libreria|agencia|inmobiliaria|distribuidora|frigorífico|estancia|complejo|galería)\.?\s/iu;

const hasLetter = (text: string): boolean => /\p{L}/u.test(text);
const isCompany = (whole: string): boolean => legalForm.test(whole) || firstWord.test(whole);
/** Two letters at least, all capitals. */
const isCapitals = (part: string): boolean => /\p{L}.*\p{L}/u.test(part) && part === part.toUpperCase();

type Read = { surname: string; given: string | null };

/** null: a company, or nothing that could be taken apart. */
function read(name: string): Read | null {
  const whole = oneLine(name);
  if (isCompany(whole)) return null;
  const withoutParentheses = oneLine(whole.replace(/\([^()]*\)/g, ' '));
  const [before = [], after = [], ...more] = withoutParentheses.split(',').map(partsOf);
  if (withoutParentheses.includes(',') && more.length === 0 && before.length > 0)
    return { surname: before.join(' '), given: after.length > 0 ? after.join(' ') : null };
  const parts = partsOf(withoutParentheses);
  return parts.length < 2 ? null : (byCapitals(parts) ?? { surname: lastName(parts), given: null });
}

/** Words with letters, without what only distinguishes people of one name. */
function partsOf(text: string): string[] {
  const parts = text.split(/\s+/).filter(hasLetter);
  while (parts.length > 1 && suffix.test(parts.at(-1)!)) parts.pop();
  return parts;
}

/** 'PÉREZ GÓMEZ Juan', 'Juan PÉREZ': the surname is what is in capitals, at one end. */
function byCapitals(parts: string[]): Read | null {
  const isLow = parts.map((part) => !isCapitals(part));
  const first = isLow.indexOf(true);
  const last = isLow.lastIndexOf(true);
  if (first === -1 || parts.length === last - first + 1) return null;
  const [front, back] = [parts.slice(0, first), parts.slice(last + 1)];
  if (front.length > 0 && back.length > 0) return null;
  const surname = front.length > 0 ? front : back;
  return { surname: surname.join(' '), given: parts.filter((part) => !surname.includes(part)).join(' ') };
}

function lastName(parts: string[]): string {
  let first = parts.length - 1;
  while (first > 1 && particle.test(parts[first - 1]!)) first -= 1;
  return parts.slice(first).join(' ');
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * A name of a list that has surnames first, with the comma that says so: 'DE LA TORRE ANA' is 'DE LA TORRE, ANA'. What has a
 * comma, and a company, stays as it is. Of a surname of two words only the first is known to be one.
 */
export function withSurnameFirst(name: string): string {
  const whole = oneLine(name);
  if (whole.includes(',') || isCompany(whole)) return name;
  const parts = whole.split(' ');
  const end = parts.findIndex((part) => !particle.test(part)) + 1;
  const given = parts.slice(end).join(' ');
  return end === 0 || !hasLetter(parts[end - 1]!) || partsOf(given.replace(/\([^()]*\)/g, ' ')).length === 0
    ? name
    : `${parts.slice(0, end).join(' ')}, ${given}`;
}

/** Whom a visit is for, in as little room as it takes: a person's surname, a company's whole name. */
export function surnameOf(name: string): string {
  const person = read(name);
  if (person) return person.surname;
  const whole = oneLine(name);
  // What distinguishes people of one name says nothing in a list.
  const parts = isCompany(whole) ? [] : partsOf(whole.replace(/\([^()]*\)/g, ' '));
  return parts.length === 1 ? parts[0]! : whole;
}

/** What a person is called by, where the name says which part it is; null: it does not, or it is none of a person. */
export const givenNameOf = (name: string): string | null => read(name)?.given ?? null;
