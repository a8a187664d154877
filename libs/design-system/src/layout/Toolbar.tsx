/** The controls above a list: a search box, which takes the remaining width, and filters. theme.css has those on phones. */
import styled from 'styled-components';
import { token } from '../tokens';

export const Toolbar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${token.space.md} ${token.space.xl};

  & > form {
    flex: 1 1 18rem;
    max-width: 26rem;
  }

  @media (max-width: 40rem) {
    & > form {
      max-width: none;
    }
  }
`;
