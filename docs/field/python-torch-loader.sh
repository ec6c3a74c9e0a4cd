#!/bin/sh
# PyTorch `DataLoader(shuffle=True)`
# fair
# version: python3 -c 'import torch; print(torch.__version__)'
exec python3 "${0%/*}/deals/deals.py" "$1" 'from torch.utils.data import DataLoader' '[int(i) for i in DataLoader(x, None, True)]'
