/**
 * What one user may ask of this process by sockets, counted together over all tabs and devices: no user gets more by
 * opening more of them. A board costs a message when it connects, and one every 3 s while it looks at something.
 */
export const allowed = {
  /** As many as one address may hold connections. */
  sockets: 1_000,
  /** Messages at once, for that many boards that come back together after a restart, and per second after that. */
  atOnce: 4_000,
  perSecond: 200,
  /** Catching up with hundreds of events counts as so many. */
  catchUp: 20,
  /** Reads of the record under way; the next wait in their order. */
  reads: 2,
  waiting: 2_000,
};

type Closable = { disconnected: boolean };
type User<Socket> = {
  sockets: Set<Socket>;
  left: number;
  since: number;
  reading: number;
  waiting: { socket: Socket; begin(): void }[];
};

/** The user has more reads of the record waiting than any screen asks for. */
export class TooManyReads extends Error {}

export function openAllowances<Socket extends Closable>() {
  const users = new Map<number, User<Socket>>();
  const refill = (user: User<Socket>) => {
    const now = Date.now();
    user.left = Math.min(allowed.atOnce, user.left + ((now - user.since) / 1_000) * allowed.perSecond);
    user.since = now;
  };
  const userOf = (userId: number): User<Socket> => {
    const existing = users.get(userId);
    if (existing) return existing;
    const user = {
      sockets: new Set<Socket>(),
      left: allowed.atOnce,
      since: Date.now(),
      reading: 0,
      waiting: [],
    };
    users.set(userId, user);
    return user;
  };
  const forgetting = setInterval(() => {
    for (const [userId, user] of users) {
      refill(user);
      if (user.sockets.size === 0 && user.reading === 0 && user.left === allowed.atOnce) users.delete(userId);
    }
  }, 60_000);
  forgetting.unref();

  const proceed = (user: User<Socket>) => {
    while (user.reading < allowed.reads) {
      const next = user.waiting.shift();
      if (!next) return;
      if (!next.socket.disconnected) next.begin();
    }
  };

  /** Counts a message, or so many. @returns false: the user has sent too many */
  function take(userId: number, count = 1): boolean {
    const user = userOf(userId);
    refill(user);
    if (user.left < count) return false;
    user.left -= count;
    return true;
  }

  return {
    /** Counts a connection as a message. @returns false: the user has too many sockets, or has sent too many */
    admits(userId: number): boolean {
      return take(userId, 1) && userOf(userId).sockets.size < allowed.sockets;
    },
    enter(userId: number, socket: Socket): void {
      userOf(userId).sockets.add(socket);
    },
    leave(userId: number, socket: Socket): void {
      const user = userOf(userId);
      user.sockets.delete(socket);
      user.waiting = user.waiting.filter((waiting) => waiting.socket !== socket);
    },
    take,
    /**
     * Reads the record for a socket when it is the user's turn; never, where the socket is closed by then.
     * @throws TooManyReads
     */
    async read<Done>(userId: number, socket: Socket, work: () => Promise<Done>): Promise<Done> {
      const user = userOf(userId);
      if (user.waiting.length >= allowed.waiting) throw new TooManyReads();
      return new Promise((done, fail) => {
        const begin = () => {
          user.reading++;
          work()
            .then(done, fail)
            .finally(() => {
              user.reading--;
              proceed(user);
            });
        };
        user.waiting.push({ socket, begin });
        proceed(user);
      });
    },
    close: () => clearInterval(forgetting),
  };
}
