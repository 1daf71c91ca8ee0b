/** One line of the answer. @throws when it does not hold */
export type Check = (title: string, body: () => Promise<string | undefined>) => Promise<void>;
