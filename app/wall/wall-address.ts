/** How long each operation is shown, in seconds. */
export const cycleSeconds = { least: 5, most: 600, unlessSaid: 20 };

export type WallAddress = {
  /** The codes of the operations that are shown, in their order. */
  operations: string[];
  seconds: number;
  light: boolean;
};

/** What `/pizarra?op=114,127&segundos=20&tema=claro` asks for; what is not the user's, or is wrong, asks for nothing. */
export function readWallAddress(search: string, own: readonly string[]): WallAddress {
  const params = new URLSearchParams(search);
  const named = new Set((params.get('op') ?? '').split(','));
  const shown = [...named].filter((code) => own.includes(code));
  const text = params.get('segundos') ?? '';
  const seconds = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  const { least, most, unlessSaid } = cycleSeconds;
  return {
    operations: shown.length > 0 ? shown : [...own],
    seconds: seconds >= least && seconds <= most ? seconds : unlessSaid,
    light: params.get('tema') === 'claro',
  };
}
