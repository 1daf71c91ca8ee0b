/** Whether so many visits do not fit; `left` null: any number does. */
export const lacksPlaces = ({ left }: { left: number | null }, count: number): boolean =>
  left !== null && left < count;
