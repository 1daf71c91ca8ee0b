import { followColorScheme } from '../../../ui/mantine/follow-color-scheme.ts';
import { countDown } from './count-down.ts';
import { startPage } from './start-page.ts';

// What the customer's page does beyond its document: it stays as the visit is, sends its forms without leaving the page,
// and goes on from a link that opens nothing.
followColorScheme();
startPage();
countDown();
