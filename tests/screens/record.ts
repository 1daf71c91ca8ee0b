import { withRecord } from '../support/browser/record.ts';
import { test as people } from './people.ts';

/** The same, with the record of the file's world. */
export const test = withRecord(people);
