/** How late a technician can say they are running, in minutes. */
export const lateChoices = [15, 30, 45, 60] as const;

/** In a visit's row: the technician will not make it at all. */
export const notComing = 0;

/** 'entre las 10:30 y las 12:30': the slot, so much later. */
export function shiftedSlot(
  { fromHour, toHour }: { fromHour: number; toHour: number },
  minutes: number,
): string {
  const clock = (hour: number) => {
    const all = hour * 60 + minutes;
    return `${Math.floor(all / 60) % 24}:${String(all % 60).padStart(2, '0')}`;
  };
  return `entre las ${clock(fromHour)} y las ${clock(toHour)}`;
}
