/** A page of a browser, as a person has it. One of each browser is open at a time, with cookies of its own. */
export type Page = {
  /** To a path, until its document has loaded. */
  go(path: string): Promise<void>;
  /** Runs a function's body in the page; what it returns comes as JSON. */
  run<T>(body: string): Promise<T>;
  /** The pointer goes down at the first point, through the others, and up at the last. */
  press(...points: [Point, ...Point[]]): Promise<void>;
  /** Presses a key, with others held: `['Control', 'k']`. */
  key(...keys: string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** Gives files to the field that this finds. */
  files(selector: string, paths: string[]): Promise<void>;
  size(width: number, height: number): Promise<void>;
  shot(file: string): Promise<void>;
  close(): Promise<void>;
};
export type Point = { x: number; y: number };

/** A browser of the system. */
export type Browser = {
  name: string;
  /** A page at this origin. */
  open(origin: string): Promise<Page>;
  close(): Promise<void>;
};

/** Keys without a character, by their code points in WebDriver. */
const codes: Record<string, string> = { Control: '\uE009', Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004' };
export const codeOf = (key: string): string => codes[key] ?? key;

/** WebDriver's actions, which BiDi has too. */
export const keyActions = (keys: string[]) => [
  {
    type: 'key',
    id: 'keys',
    actions: [
      ...keys.map((key) => ({ type: 'keyDown', value: codeOf(key) })),
      ...keys.toReversed().map((key) => ({ type: 'keyUp', value: codeOf(key) })),
    ],
  },
];
export const typeActions = (text: string) => [
  {
    type: 'key',
    id: 'keys',
    actions: [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]),
  },
];
export const pressActions = ([first, ...others]: readonly Point[]) => {
  const move = ({ x, y }: Point) => ({
    type: 'pointerMove',
    x: Math.round(x),
    y: Math.round(y),
    duration: 50,
  });
  const at = [move(first!), { type: 'pointerDown', button: 0 }];
  const actions = [...at, ...others.map(move), { type: 'pointerUp', button: 0 }];
  return [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }];
};
