import { Alert, Button, Container, Group, Stack, Text, Title } from '@mantine/core';
import { isRouteErrorResponse, Link, useRouteError } from '@remix-run/react';
import { errorWords } from '../words/shell.ts';

/** A page that could not be shown: what happened and what next. */
export function ErrorPage(props: {
  title: string;
  text: string;
  retry?: boolean;
  home?: boolean;
  /** Nothing went wrong: there is nothing here. */
  calm?: boolean;
}) {
  if (props.calm)
    return (
      <Container size="xs" py="xl" component="main">
        <Stack align="center" ta="center">
          <Title order={1} size="h3">
            {props.title}
          </Title>
          <Text c="dimmed">{props.text}</Text>
          <Button component={Link} to="/" variant="default">
            {errorWords.goHome}
          </Button>
        </Stack>
      </Container>
    );
  return (
    <Container size="xs" py="xl" component="main">
      <Stack>
        <Title order={1} size="h3">
          {props.title}
        </Title>
        <Alert color="red" variant="light" role="alert">
          <Text c="inherit">{props.text}</Text>
        </Alert>
        <Group>
          {props.retry && <Button onClick={() => window.location.reload()}>{errorWords.retry}</Button>}
          {props.home && (
            <Button component={Link} to="/" variant="default">
              {errorWords.goHome}
            </Button>
          )}
        </Group>
      </Stack>
    </Container>
  );
}

/** The same inside the frame, of the error of a route: its header and the ways on stay at hand. */
export function ErrorInScreen({ back }: { back: { to: string; text: string } }) {
  const error = useRouteError();
  const text = isRouteErrorResponse(error) && typeof error.data === 'string' ? error.data : '';
  return (
    <div role="alert">
      <Empty title={text || errorWords.unavailable}>
        <Button component={Link} to={back.to} variant="default" mt="xs">
          {back.text}
        </Button>
      </Empty>
    </div>
  );
}

/** A page that could not be shown, inside the frame; a refusal, which leads home, is its own title. */
export function ErrorInFrame(props: { title: string; text: string; retry?: boolean; home?: boolean }) {
  const { title, text } = props;
  return (
    <div role="alert">
      <Empty {...(props.home ? { title: text } : { title, hint: text })}>
        {props.retry ? (
          <Button mt="xs" onClick={() => window.location.reload()}>
            {errorWords.retry}
          </Button>
        ) : (
          <Button component={Link} to="/" variant="default" mt="xs">
            {errorWords.goHome}
          </Button>
        )}
      </Empty>
    </div>
  );
}

/** An empty state says why, and what next. */
export function Empty(props: { title: string; hint?: string; children?: React.ReactNode }) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md">
      <Text fw={600} ta="center">
        {props.title}
      </Text>
      {props.hint && (
        <Text size="sm" c="dimmed" ta="center">
          {props.hint}
        </Text>
      )}
      {props.children}
    </Stack>
  );
}
