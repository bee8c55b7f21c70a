def compare(tables, rates, seconds):
    pass
