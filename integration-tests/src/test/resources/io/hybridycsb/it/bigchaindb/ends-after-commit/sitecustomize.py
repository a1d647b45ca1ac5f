"""Ends a BigchainDB node as soon as it has stored a block that has transactions: before Tendermint,
which waits for the answer, has stored its own state after that block. Python runs this at its start
where PYTHONPATH names the directory."""

import os
import signal

from pymongo.collection import Collection

insert_one = Collection.insert_one


def insert_one_and_end(self, document, *args, **kwargs):
    result = insert_one(self, document, *args, **kwargs)
    if self.name == "blocks" and document["transactions"]:
        os.kill(os.getpid(), signal.SIGKILL)
    return result


Collection.insert_one = insert_one_and_end
