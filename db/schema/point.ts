import { type AnyColumn, sql } from 'drizzle-orm';
import { doublePrecision } from 'drizzle-orm/pg-core';

/** A place on earth: degrees, WGS 84; both or neither. */
export const point = () => ({ lat: doublePrecision(), lon: doublePrecision() });

/** @param t the table's columns that `point` made */
export const pointCheck = (t: { lat: AnyColumn; lon: AnyColumn }) =>
  sql`(${t.lat} is null) = (${t.lon} is null) and ${t.lat} between -90 and 90 and ${t.lon} between -180 and 180`;
