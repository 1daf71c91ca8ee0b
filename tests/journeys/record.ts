import { withRecord } from '../support/browser/record.ts';
import { test as people } from './people.ts';

/** The same, with the product's own record. */
export const test = withRecord(people);
