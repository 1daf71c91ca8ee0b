/** The advisory lock that intakes hold one after the other, and what must not run beside one. An arbitrary constant. */
export const intakeLock = 7_341_907;
