"""The pages of the reference: each module makes one or two of them."""
