package consensus

import (
	cstypes "github.com/cometbft/cometbft/consensus/types"
	cmtevents "github.com/cometbft/cometbft/libs/events"
	"github.com/cometbft/cometbft/types"
)

// The two goroutines that gossip with a peer look for what it lacks when there is news: of this
// validator's round state, or of the peer's. As published they look at every
// peer_gossip_sleep_duration, at a copy of the round state that is made every 100 µs.

// eventNews is fired when a message, a timeout or a block part was handled.
const eventNews = "News"

// fireNews is for the goroutine that changes the round state, with or without the lock.
func (cs *State) fireNews() {
	cs.evsw.FireEvent(eventNews, &cs.RoundState)
}

func (conR *Reactor) listenForNews(subscriber string) error {
	return conR.conS.evsw.AddListenerForEvent(subscriber, eventNews, func(data cmtevents.EventData) {
		now := *data.(*cstypes.RoundState)
		conR.mtx.Lock()
		before := conR.rs
		conR.rs = &now
		conR.mtx.Unlock()
		conR.tellPeersGossip(isOfOtherRound(&now, before))
	})
}

// lookAtRoundState copies the round state, unless there is news meanwhile, which is newer. Peers'
// goroutines are told of another round here too: the news that follows then finds no difference.
func (conR *Reactor) lookAtRoundState() {
	before := conR.getRoundState()
	now := conR.conS.GetRoundState()
	conR.mtx.Lock()
	isNewest := conR.rs == before
	if isNewest {
		conR.rs = now
	}
	conR.mtx.Unlock()
	if isNewest && isOfOtherRound(now, before) {
		conR.tellPeersGossip(true)
	}
}

func isOfOtherRound(now, before *cstypes.RoundState) bool {
	return before.Height != now.Height || before.Round != now.Round
}

// tellPeersGossip tells of the proposal and its parts, and of votes for another round.
func (conR *Reactor) tellPeersGossip(otherRound bool) {
	conR.forEachPeer(func(ps *PeerState) {
		ps.blockNews.Tell()
		if otherRound {
			ps.voteNews.Tell()
		}
	})
}

func (conR *Reactor) tellOfVote() {
	conR.forEachPeer(func(ps *PeerState) { ps.voteNews.Tell() })
}

func (conR *Reactor) forEachPeer(tell func(*PeerState)) {
	for _, peer := range conR.Switch.Peers().List() {
		if ps, ok := peer.Get(types.PeerStateKey).(*PeerState); ok {
			tell(ps)
		}
	}
}

// tellOf tells of a peer's message that was applied, if the peer may lack something more now.
func (ps *PeerState) tellOf(msg Message) {
	switch msg.(type) {
	case *NewRoundStepMessage, *ProposalMessage:
		ps.blockNews.Tell()
		ps.voteNews.Tell()
	case *NewValidBlockMessage:
		ps.blockNews.Tell()
	case *ProposalPOLMessage, *VoteSetBitsMessage:
		ps.voteNews.Tell()
	}
}
