import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type ModalProps,
  type TooltipProps,
} from '@mantine/core';
import { statusHex, statusHexDark } from '../../../machines/words/labels.ts';
import { orderWords } from '../../words/visit/order-words.ts';
import { ButtonElement } from '../buttons/button-element.tsx';

/** A deep petrol that keeps 4.5:1 with white at shade 7 and with the dark surface at shade 4. */
const petrol: MantineColorsTuple = [
  '#e8f4f8',
  '#d3e6ee',
  '#a4ccdd',
  '#71b0cb',
  '#4b99bc',
  '#338ab3',
  '#2479a2',
  '#126387',
  '#0b5473',
  '#053f58',
];

/** Cool greys for eight hours of dark board. */
const dark: MantineColorsTuple = [
  '#e3e8ee',
  '#c3cbd5',
  '#9aa5b3',
  '#707c8c',
  '#434d5b',
  '#323b47',
  '#262e38',
  '#1b222b',
  '#141a21',
  '#0e1318',
];

export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 6 },
  colors: { petrol, dark },
  autoContrast: true,
  defaultRadius: 'sm',
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, "DejaVu Sans", sans-serif',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { component: ButtonElement } },
    // A list that scrolls can be reached and scrolled by the keyboard; inside a listbox only a group may be.
    ScrollAreaAutosize: { defaultProps: { viewportProps: { tabIndex: 0, role: 'group' } } },
    // The placeholder of its focus is no item, which a menu may not have (ARIA 1.2); the first item takes it.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // By their types: their own `extend` would load them with every screen.
    Modal: {
      defaultProps: {
        centered: false,
        transitionProps: { duration: 120 },
        closeButtonProps: { 'aria-label': orderWords.close },
      } satisfies Partial<ModalProps>,
    },
    Tooltip: {
      defaultProps: {
        openDelay: 300,
        withArrow: true,
        events: { hover: true, focus: true, touch: true },
      } satisfies Partial<TooltipProps>,
    },
  },
});

const tones = (palette: Record<string, string>) =>
  Object.fromEntries(Object.entries(palette).map(([tone, hex]) => [`--tone-${tone}`, hex]));

/** The states' colours as CSS variables, `--tone-onTheWay` and so on, from the one table. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  // Mantine's own grey for secondary text, blue for links, red for what is missing or final and the titles of warnings stay below 4.5:1.
  light: {
    ...tones(statusHex),
    '--mantine-color-dimmed': '#545e6a',
    '--mantine-color-placeholder': '#626c79',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-red-filled': '#c92a2a',
    '--mantine-color-red-filled-hover': '#b02525',
    '--mantine-color-yellow-light-color': '#7a4f00',
    '--mantine-color-orange-light-color': '#94400a',
  },
  dark: {
    ...tones(statusHexDark),
    '--mantine-color-dimmed': '#a9b3bf',
    '--mantine-color-placeholder': '#a0abb8',
    '--mantine-color-anchor': petrol[3],
    '--mantine-color-error': '#ff8787',
    '--mantine-color-red-filled': '#d32f2f',
    '--mantine-color-red-filled-hover': '#bf2a2a',
    // What is off keeps its shape on a card, which has the colour that Mantine gives it.
    '--mantine-color-disabled': '#3a4552',
    '--mantine-color-disabled-color': '#a9b3bf',
  },
});
