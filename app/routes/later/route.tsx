import type { MetaFunction } from '@remix-run/node';
import { Empty } from '../../ui/trouble.tsx';
import { words } from '../../words.ts';
import type { ScreenHandle } from '../signed-in/screen.ts';

export const handle: ScreenHandle = { title: words.product };
export const meta: MetaFunction = () => [{ title: words.product }];

/** A path of the spec's table whose screen is not built yet: it says so instead of pretending. */
export default function Later() {
  return <Empty title={words.later.title} hint={words.later.text} />;
}
