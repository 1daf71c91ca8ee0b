import { customType } from 'drizzle-orm/pg-core';

/**
 * Operation codes and numbers of orders and clients are digits: compared byte by
 * byte, not by a language's rules, which made every key of theirs several times
 * as dear. Text, because comparing `char(n)` with a list of texts uses no index.
 */
const digits = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/** A code of 3 digits; the table of operations checks it, the others refer to it. */
export const operationCode = () => digits();

/** A number of 11 digits whose first 3 are the operation's code (S1 §9). */
export const elevenDigits = () => digits();
