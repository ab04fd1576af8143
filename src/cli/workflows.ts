import admitProposals from '../../docs/workflows/admit-proposals.yml?raw'
import checkProposals from '../../docs/workflows/check-proposals.yml?raw'
import contemplation from '../../docs/workflows/contemplation.yml?raw'
import ratifyProposal from '../../docs/workflows/ratify-proposal.yml?raw'

/** The workflows of docs/workflows/, by the path that GitHub looks for them at. Their text is in the bundle. @internal */
export const WORKFLOWS: { readonly [path: string]: string } = {
  '.github/workflows/admit-proposals.yml': admitProposals,
  '.github/workflows/check-proposals.yml': checkProposals,
  '.github/workflows/contemplation.yml': contemplation,
  '.github/workflows/ratify-proposal.yml': ratifyProposal,
}
