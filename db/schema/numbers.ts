import { customType } from 'drizzle-orm/pg-core';

/**
 * Operation codes and numbers of orders and clients are digits, compared byte by byte: language collation made every
 * key several times as expensive. Text, because comparing `char(n)` with a list of texts uses no index.
 */
export const digits = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/** A code of 3 digits; checked in the table of operations, which the others reference. */
export const operationCode = () => digits();

/** A number of 11 digits whose first 3 are the operation's code (S1 §9). */
export const elevenDigits = () => digits();
