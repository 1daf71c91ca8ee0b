let format: Intl.ListFormat | undefined;

/** 'Pergamino, Junín y Salto'. Made once it is needed: its first one costs a browser some 40 ms. */
export const listInWords = (parts: Iterable<string>): string => {
  format ??= new Intl.ListFormat('es-AR');
  return format.format(parts);
};
