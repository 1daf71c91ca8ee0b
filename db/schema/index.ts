export * from './audit.ts';
export * from './chat-bot.ts';
export * from './events.ts';
export * from './operations.ts';
export * from './orders.ts';
export * from './people.ts';
export * from './reports.ts';
export * from './visits.ts';
