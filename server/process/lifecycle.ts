export type LifecycleState = 'starting' | 'ready' | 'stopping';

/**
 * The lifecycle of a web process, as its entry point sets it and `/readyz` reports it. While starting it
 * answers nothing else; while stopping it still answers, with `Connection: close`.
 */
export type Lifecycle = {
  readonly state: LifecycleState;
  /** No effect once it stops. */
  isReady(): void;
  isStopping(): void;
};

export function makeLifecycle(): Lifecycle {
  let state: LifecycleState = 'starting';
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
