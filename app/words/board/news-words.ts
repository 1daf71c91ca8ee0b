/** What is read out of the changes that others make on a board. */
export const newsWords = {
  /** Of one visit. */
  visit: (id: number, client: string, what: string) => `Visita ${id}, ${client}: ${what}`,
  /** Of so many that each by itself would take a minute. */
  many: (visits: number, what: string) => `Cambiaron ${visits} visitas: ${what}`,
  counted: (what: string, visits: number) => (visits === 1 ? what : `${what} (${visits})`),
  others: 'otros cambios',
  technician: (name: string) => `ahora la tiene ${name}`,
  noTechnician: 'quedó sin técnico',
  placed: (day: string, slot: string) => `pasó al ${day}, ${slot}`,
  slot: (slot: string) => `pasó a ${slot}`,
  created: (day: string, slot: string) => `es nueva, el ${day}, ${slot}`,
  gone: 'pasó a otro día',
} as const;
