import { Alert, Button, Container, Stack } from '@mantine/core';
import { isRouteErrorResponse, Link, useRouteError } from '@remix-run/react';
import { words } from '../words.ts';

/** Refused or failed, inside the frame: the way back stays at hand. */
export function ReportsTrouble() {
  const error = useRouteError();
  const text = isRouteErrorResponse(error) && typeof error.data === 'string' ? error.data : '';
  const forbidden = isRouteErrorResponse(error) && error.status === 403;
  return (
    <Container size="xs" py="xl" w="100%">
      <Stack align="flex-start">
        <Alert color="red" variant="light" role="alert" w="100%">
          {text || words.trouble.unavailable}
        </Alert>
        <Button component={Link} to={forbidden ? '/' : '/reports'} variant="default">
          {forbidden ? words.trouble.goHome : words.reports.title}
        </Button>
      </Stack>
    </Container>
  );
}
