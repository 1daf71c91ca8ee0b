import { MantineContext, MantineProvider } from '@mantine/core';
import { type ComponentType, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { areMantineStylesSettled, watchMantineStyles } from './mantine-styles.ts';
import { NonceContext, pageNonce } from './nonce.ts';
import { theme, variables } from './theme.ts';

/**
 * Mantine for what stands inside. The technician's day and the frame of every screen do without it, so that a phone's
 * first load does too; its variables are a file of styles (`vite.config.ts`). Nothing is shown before the styles of its
 * components are there (`mantine-styles.ts`). Inside another one it does nothing.
 */
export function Mantine({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  const styled = useSyncExternalStore(watchMantineStyles, areMantineStylesSettled, () => true);
  // Outside there is no context, whatever its type says.
  if (useContext(MantineContext) as unknown) return children;
  if (!styled) return null;
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      withCssVariables={false}
      withGlobalClasses={false}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce || (typeof document === 'undefined' ? '' : pageNonce())}
    >
      {children}
    </MantineProvider>
  );
}

/** A part that is fetched when it is wanted, on Mantine. */
export const onMantine = <Props extends object>(Part: ComponentType<Props>): ComponentType<Props> =>
  function OnMantine(props: Props) {
    return (
      <Mantine>
        <Part {...props} />
      </Mantine>
    );
  };
