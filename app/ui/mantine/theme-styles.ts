import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { theme, variables } from './theme.ts';

/**
 * The theme as a file of styles: its variables and Mantine's classes by screen width, as its provider would write them
 * into each page. Called by the build (`vite.config.ts`).
 */
export function themeStyles(): string {
  const provider = createElement(MantineProvider, { theme, cssVariablesResolver: variables }, null);
  const html = renderToStaticMarkup(provider);
  return [...html.matchAll(/<style[^>]*>([^<]*)<\/style>/g)].map(([, text]) => text).join('\n');
}
