/** A page whose code is loading: the title, and placeholders after a short delay. */
import styled, { keyframes } from 'styled-components';
import { CardSkeletons } from '../feedback/CardSkeletons';
import { messages } from '../messages';
import { token } from '../tokens';
import { Page } from './Page';

export function PageSkeleton({ title, label = messages.loading }: { title: string; label?: string }) {
  return (
    <Page title={title}>
      <Rest>
        <CardSkeletons label={label} />
      </Rest>
    </Page>
  );
}

const appear = keyframes`from { opacity: 0; }`;

const Rest = styled.div`
  animation: ${appear} ${token.motion.base} ease 150ms backwards;
`;
