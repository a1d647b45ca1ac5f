"""Starts the stock BigchainDB 2.2.2 command as a node of a cluster.

It changes what the command's options can't. The ABCI server listens on the loopback interface, or
where the environment says, on a port that it names, instead of on every interface on port 26658.
The processes that a node consists of end together, also when the first is killed, or when its
database goes away. Parallel validation starts, which the release's own constructor call prevents;
it gives transactions of one asset to one process, as its code expects and doesn't do; and it
doesn't answer Tendermint before that has begun to wait. No result of a transaction is empty, which
Tendermint couldn't read back after a crash. A node that was killed before its first block can start
again. docs/systems/bigchaindb.md tells more.
"""

import atexit
import ctypes
import os
import signal
import socket
import threading

LOOPBACK = "127.0.0.1"
ABCI = (os.environ.get("HYBRID_ABCI_HOST", LOOPBACK), int(os.environ["HYBRID_ABCI_PORT"]))
DATABASE = (
    os.environ.get("HYBRID_DATABASE_HOST", LOOPBACK),
    int(os.environ["HYBRID_DATABASE_PORT"]),
)
PR_SET_PDEATHSIG = 1
CHECK_SECONDS = 0.002


def tie_children_to_their_parents():
    try:
        prctl = ctypes.CDLL(None).prctl
    except (OSError, AttributeError):
        return  # Not Linux.
    fork = os.fork

    def fork_tied():
        parent = os.getpid()
        pid = fork()
        if pid == 0:
            prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() != parent:
                os._exit(1)
        return pid

    os.fork = fork_tied


def end_with_the_database():
    """What the database had not written yet when it died may be gone. A node that went on would
    never notice; one that starts again gets it from Tendermint's blocks."""
    connection = socket.create_connection(DATABASE)

    def wait():
        try:
            connection.recv(1)
        except OSError:
            pass
        print("the database has closed its connection: this node ends, too", flush=True)
        os.kill(os.getpid(), signal.SIGKILL)

    threading.Thread(target=wait, daemon=True).start()


def serve_tendermint_where_told():
    import gevent.server

    class PlacedServer(gevent.server.StreamServer):
        def __init__(self, listener, *args, **kwargs):
            super().__init__(ABCI, *args, **kwargs)

    gevent.server.StreamServer = PlacedServer


def let_parallel_validation_start():
    import gevent
    from abci import CodeTypeOk
    from bigchaindb import App
    from bigchaindb import parallel_validation

    def init(self, bigchaindb=None, events_queue=None, abci=None):
        App.__init__(self, abci, bigchaindb, events_queue)
        self.parallel_validator = parallel_validation.ParallelValidator()
        self.parallel_validator.start()
        # The end of this process would wait for theirs, which would never come.
        for worker in self.parallel_validator.workers:
            atexit.register(worker.terminate)

    def check_tx(self, raw_transaction):
        # Tendermint 0.31.5 loses an answer that comes before it has begun to wait for it.
        gevent.sleep(CHECK_SECONDS)
        return self.abci.ResponseCheckTx(code=CodeTypeOk)

    parallel_validation.ParallelValidationApp.__init__ = init
    parallel_validation.ParallelValidationApp.check_tx = check_tx


def validate_transactions_of_one_asset_in_one_process():
    """Each process knows of the block only what it validates itself. Told apart by their own ids,
    as released, two transactions that spend the same output both become valid, and the node fails
    for good at the first look at that output."""
    from bigchaindb import parallel_validation

    def validate(self, raw_transaction):
        transaction = parallel_validation.decode_transaction(raw_transaction)
        asset = transaction["asset"].get("id", transaction["id"])
        index = int(asset, 16) % self.number_of_workers
        self.routing_queues[index].put((self.transaction_index, transaction))
        self.transaction_index += 1

    parallel_validation.ParallelValidator.validate = validate


def give_no_empty_results():
    """Tendermint 0.31.5 keeps a block's results before the node commits it, and reads a result
    whose fields are all empty back as none. A validator that was killed after its node's commit
    and before its own would fail on it at each start, for good."""
    from bigchaindb import App, parallel_validation

    def with_log(deliver):
        def deliver_tx(self, raw_transaction):
            response = deliver(self, raw_transaction)
            response.log = "delivered"
            return response

        return deliver_tx

    for app in (App, parallel_validation.ParallelValidationApp):
        app.deliver_tx = with_log(app.deliver_tx)


def let_a_node_without_a_block_start_again():
    """Tendermint asks a node that has no block yet to begin the chain, at each start. The node
    takes a second time for a mistake, and ends: killed before its first block it could never start
    again. Nothing is left to do then: the record of the chain is the last that the first time has
    written."""
    from bigchaindb import App
    from bigchaindb.upsert_validator.validator_utils import decode_validator

    init_chain = App.init_chain

    def is_without_a_block(database):
        latest = database.get_latest_block()
        return latest is not None and latest["height"] == 0

    def init_chain_again(self, genesis):
        known = self.bigchaindb.get_latest_abci_chain()
        if (
            known is not None
            and known["is_synced"]
            and known["chain_id"] == genesis.chain_id
            and is_without_a_block(self.bigchaindb)
            and self.bigchaindb.get_validators()
            == [decode_validator(validator) for validator in genesis.validators]
        ):
            return self.abci.ResponseInitChain()
        return init_chain(self, genesis)

    App.init_chain = init_chain_again


if __name__ == "__main__":
    tie_children_to_their_parents()
    end_with_the_database()
    serve_tendermint_where_told()
    let_parallel_validation_start()
    give_no_empty_results()
    let_a_node_without_a_block_start_again()
    if os.environ["HYBRID_VALIDATE_BY"] == "asset":
        validate_transactions_of_one_asset_in_one_process()
    from bigchaindb.commands.bigchaindb import main

    main()
