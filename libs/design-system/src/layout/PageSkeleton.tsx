/** A page whose code is loading: the title, and, after a short delay, placeholders that suit any page. */
import styled, { keyframes } from 'styled-components';
import { Card } from '../display/Card';
import { Skeleton, SkeletonText } from '../feedback/Skeleton';
import { messages } from '../messages';
import { VisuallyHidden } from '../text/VisuallyHidden';
import { token } from '../tokens';
import { Page } from './Page';
import { Stack } from './Stack';

export function PageSkeleton({ title, label = messages.loading }: { title: string; label?: string }) {
  return (
    <Page
      title={title}
      description={
        <Late as="span">
          <Skeleton width="18rem" />
        </Late>
      }
    >
      <Late role="status" aria-busy="true">
        <VisuallyHidden>{label}</VisuallyHidden>
        <Stack gap="lg" aria-hidden="true">
          {[4, 3].map((lines) => (
            <Card key={lines}>
              <Stack>
                <Skeleton width="9rem" />
                <SkeletonText lines={lines} />
              </Stack>
            </Card>
          ))}
        </Stack>
      </Late>
    </Page>
  );
}

const appear = keyframes`from { opacity: 0; }`;

const Late = styled.div`
  animation: ${appear} ${token.motion.base} ease 150ms backwards;
`;
