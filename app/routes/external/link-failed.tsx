import { Alert, Anchor, Container, Stack, Text, Title } from '@mantine/core';
import { Link, useNavigate } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { externalWords } from '../../words/shell/external-words.ts';

/** Long enough to read the diagnostic, twice. */
const waitSeconds = 8;

/** S2 §8: the diagnostic, then the login. The countdown is visual; screen readers announce once that it will happen. */
export function LinkFailed({ diagnostic }: { diagnostic: string }) {
  const [left, setLeft] = useState(waitSeconds);
  const navigate = useNavigate();
  useEffect(() => {
    const every = setInterval(() => setLeft((seconds) => seconds - 1), 1_000);
    return () => clearInterval(every);
  }, []);
  useEffect(() => {
    if (left <= 0) navigate('/login', { replace: true });
  }, [left, navigate]);
  return (
    <Container size="xs" py="xl" component="main">
      <Stack>
        <Title order={1} size="h3">
          {externalWords.title}
        </Title>
        <Alert color="red" variant="light" role="alert">
          <Text c="inherit" fw={600}>
            {diagnostic}
          </Text>
          <span className="visually-hidden">{externalWords.toLoginSoon}</span>
        </Alert>
        <Text size="sm">{externalWords.hint}</Text>
        <Text size="sm">
          <span aria-hidden>{externalWords.toLogin(Math.max(left, 1))} </span>
          <Anchor component={Link} to="/login" replace size="sm">
            {externalWords.goNow}
          </Anchor>
        </Text>
      </Stack>
    </Container>
  );
}
