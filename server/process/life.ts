export type LifeState = 'starting' | 'ready' | 'stopping';

/**
 * Where a web process is in its life, as its entrance says and `/readyz` tells. While it starts it answers
 * nothing else; while it stops it answers whoever still comes, and asks them to come back by a new connection.
 */
export type Life = {
  readonly state: LifeState;
  /** Everything is open. Too late once it stops. */
  isReady(): void;
  isStopping(): void;
};

export function makeLife(): Life {
  let state: LifeState = 'starting';
  return {
    get state() {
      return state;
    },
    isReady() {
      if (state === 'starting') state = 'ready';
    },
    isStopping() {
      state = 'stopping';
    },
  };
}
